// What the modules import of their host: a clock, nothing to write to, and the files that a call brings in memory. There
// is no way from a module to the disk or the network.

const success = 0;
const badFile = 8; // as WASI numbers errors
const notFound = -44; // as Emscripten's system calls do

const decoder = new TextDecoder();

export class Files {
  constructor() {
    this.memory = null;
    this.contents = new Map(); // path -> bytes
    this.open = new Map(); // descriptor -> { bytes, at }
    this.next = 3;
  }

  view() {
    return new DataView(this.memory.buffer);
  }
  path(at) {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return decoder.decode(bytes.slice(0, bytes.indexOf(0)));
  }

  imports() {
    const files = this;
    const noEnvironment = (a, b) => {
      const view = files.view();
      view.setUint32(a, 0, true);
      view.setUint32(b, 0, true);
      return success;
    };
    const wasi = {
      proc_exit(code) {
        throw new Error(`the module of graze stopped with code ${code}`);
      },
      environ_sizes_get: noEnvironment,
      environ_get: () => success,
      clock_time_get(_clock, _precision, result) {
        files.view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
        return success;
      },
      fd_write(_descriptor, vectors, count, written) {
        const view = files.view();
        let total = 0;
        for (let i = 0; i < count; ++i) total += view.getUint32(vectors + 8 * i + 4, true);
        view.setUint32(written, total, true);
        return success;
      },
      fd_read(descriptor, vectors, count, read) {
        const file = files.open.get(descriptor);
        if (!file) return badFile;
        const view = files.view();
        let total = 0;
        for (let i = 0; i < count; ++i) {
          const to = view.getUint32(vectors + 8 * i, true);
          const part = file.bytes.subarray(file.at, file.at + view.getUint32(vectors + 8 * i + 4, true));
          new Uint8Array(files.memory.buffer).set(part, to);
          file.at += part.length;
          total += part.length;
        }
        view.setUint32(read, total, true);
        return success;
      },
      fd_seek(descriptor, offset, whence, result) {
        const file = files.open.get(descriptor);
        if (!file) return badFile;
        const from = whence === 0 ? 0 : whence === 1 ? file.at : file.bytes.length;
        file.at = Math.max(0, from + Number(offset));
        files.view().setBigInt64(result, BigInt(file.at), true);
        return success;
      },
      fd_close(descriptor) {
        return files.open.delete(descriptor) ? success : badFile;
      },
    };
    const env = {
      emscripten_notify_memory_growth() {},
      // Only the kind and the size of a file are asked for; the places are those of Emscripten's struct stat.
      __syscall_stat64(path, result) {
        const bytes = files.contents.get(files.path(path));
        if (!bytes) return notFound;
        const view = files.view();
        new Uint8Array(files.memory.buffer, result, 112).fill(0);
        view.setUint32(result + 12, 0o100444, true);
        view.setUint32(result + 16, 1, true);
        view.setBigInt64(result + 40, BigInt(bytes.length), true);
        return 0;
      },
      __syscall_unlink: () => notFound, // nothing is written, so nothing is removed
      open_file(path) {
        const bytes = files.contents.get(files.path(path));
        if (!bytes) return notFound;
        files.open.set(files.next, { bytes, at: 0 });
        return files.next++;
      },
    };
    return { wasi_snapshot_preview1: wasi, env };
  }
}
