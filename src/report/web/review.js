// What people decide about clashes: status, assignee, comments; read from the page, changed on it, and written as a
// review file for `graze check --review` or an ignore file for `--ignore`.
'use strict';
class Review {
  constructor(entries) {
    this.entries = new Map(entries.map((entry) => [entry.id, { status: 'open', assignee: '', comments: [], ...entry }]));
    this.changed = 0;
    addEventListener('beforeunload', (event) => this.changed && event.preventDefault());
  }

  of(id) { return this.entries.get(id) || Review.nothing; }
  status(id) { return this.of(id).status; }
  accepted(id) { return ['approved', 'ignored'].includes(this.status(id)); }

  // An entry to be changed, which is made where there is none.
  entry(id, parts) {
    let entry = this.entries.get(id);
    if (!entry) this.entries.set(id, entry = { id, status: 'open', assignee: '', comments: [] });
    entry.parts = parts;
    this.changed += 1;
    return entry;
  }

  comment(id, parts, author, text) {
    this.entry(id, parts).comments.push({ guid: Review.guid(), date: new Date().toISOString().replace(/\.\d+Z/, 'Z'), author, text });
  }

  people() {
    const names = new Set();
    for (const entry of this.entries.values()) for (const name of [entry.assignee, ...entry.comments.map((c) => c.author)]) if (name) names.add(name);
    return [...names].sort();
  }

  // The lines of a review file, as graze writes them.
  file() {
    const said = [...this.entries.values()].filter((entry) => entry.status !== 'open' || entry.assignee || entry.comments.length);
    const line = ({ id, status, assignee, comments, parts }) => JSON.stringify({
      id, status, ...(assignee ? { assignee } : {}), ...(comments.length ? { comments } : {}), ...(parts && parts.length ? { parts } : {}),
    });
    return ['{"graze_review":1}', ...said.sort((x, y) => (x.id < y.id ? -1 : 1)).map(line)].join('\n') + '\n';
  }

  ignoreFile() {
    const plain = (text) => text.replace(/\s+/g, ' ');
    const lines = ['# Clashes that are approved or ignored, for graze check --ignore'];
    for (const entry of [...this.entries.values()].sort((x, y) => (x.id < y.id ? -1 : 1))) {
      if (!this.accepted(entry.id)) continue;
      const said = entry.comments.map((comment) => plain(comment.text)).join(' / ');
      lines.push(`# ${entry.status}: ${plain((entry.parts || []).join(' and '))}${said ? ': ' + said : ''}`, entry.id);
    }
    return lines.join('\n') + '\n';
  }

  static save(name, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // RFC 9562, version 4. A page from a file is no secure context everywhere, where randomUUID() is missing.
  static guid() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((x) => x.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}
Review.nothing = Object.freeze({ status: 'open', assignee: '', comments: Object.freeze([]) });
Review.statuses = ['open', 'active', 'reviewed', 'approved', 'resolved', 'closed', 'ignored'];
