// Trees that the adapter of three.js makes by itself, of geometries that are queried without one. They are kept for the
// next query up to a limit of memory: the least recently used is given back first, and one whose geometry is collected.
import { releaseWith } from './release.js';

const most = 64 << 20; // bytes in the module

export class KeptTrees {
  constructor() {
    this.slots = new WeakMap(); // geometry -> { tree, held }
    this.recent = new Map(); // held -> bytes; held: { shape }, which knows nothing of the geometry
    this.bytes = 0;
    this.last = null;
  }

  /** The tree of a geometry, as it is now; `make` makes one that is not there. */
  get(geometry, make) {
    let slot = this.slots.get(geometry);
    if (slot === undefined) {
      const held = { shape: null };
      slot = { tree: make(geometry), held };
      this.slots.set(geometry, slot);
      releaseWith(geometry, () => this.drop(held));
    }
    const { tree, held } = slot;
    tree.update();
    if (held.shape !== tree.shape) this.take(held, tree);
    else if (held !== this.last) this.use(held);
    return tree;
  }

  take(held, tree) {
    this.drop(held);
    if (tree.shape === null) return;
    tree.grow(true);
    held.shape = tree.shape;
    this.recent.set(held, tree.shape.memory);
    this.bytes += this.recent.get(held);
    this.last = held;
    for (const old of this.recent.keys()) {
      if (this.bytes <= most || old === held) break;
      this.drop(old);
    }
  }
  use(held) {
    const bytes = this.recent.get(held);
    if (bytes === undefined) return;
    this.recent.delete(held);
    this.recent.set(held, bytes);
    this.last = held;
  }
  drop(held) {
    this.bytes -= this.recent.get(held) ?? 0;
    this.recent.delete(held);
    held.shape?.dispose();
    held.shape = null;
  }
}
