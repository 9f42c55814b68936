// A table of any number of lines of which only those in sight are in the page. Lines may have any height: they are
// measured in blocks when they are first seen, and taken to be as high as others until then.
'use strict';
class LongTable {
  // make(line, number): the row of a line.
  constructor(scroll, body, make) {
    Object.assign(this, { scroll, body, make, lines: [], blocks: new Map(), heights: [], typical: 40 * LongTable.linesABlock });
    this.above = this.space();
    this.below = this.space();
    body.append(this.above, this.below);
    scroll.addEventListener('scroll', () => this.soon(), { passive: true });
    new ResizeObserver(() => this.forget()).observe(scroll);
  }

  space() {
    const row = document.createElement('tr');
    row.className = 'space';
    row.setAttribute('aria-hidden', 'true');
    row.append(document.createElement('td'));
    return row;
  }

  setLines(lines) {
    this.lines = lines;
    this.heights = new Array(Math.ceil(lines.length / LongTable.linesABlock)).fill(0);
    this.scroll.scrollTop = 0;
    this.clear();
    this.update();
  }

  // Rows are made again: what they show has changed, or the width has, and with it their heights.
  forget() {
    if (this.width === this.scroll.clientWidth && this.sight === this.scroll.clientHeight) return;
    if (this.width !== this.scroll.clientWidth) this.heights.fill(0);
    this.again();
  }
  again() {
    this.clear();
    this.update();
  }
  clear() {
    for (const rows of this.blocks.values()) for (const row of rows) row.remove();
    this.blocks.clear();
  }

  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.update();
    });
  }

  height(block) { return this.heights[block] || this.typical; }

  // Blocks from the one before those in sight to the one behind them.
  range() {
    const top = this.scroll.scrollTop, bottom = top + this.scroll.clientHeight;
    let first = 0, y = 0;
    while (first + 1 < this.heights.length && y + this.height(first) < top) y += this.height(first++);
    let last = first, end = y + this.height(first);
    while (last + 1 < this.heights.length && end < bottom) end += this.height(++last);
    return [Math.max(0, first - 1), Math.min(this.heights.length - 1, last + 1), first];
  }

  update() {
    [this.width, this.sight] = [this.scroll.clientWidth, this.scroll.clientHeight];
    if (this.lines.length === 0) return this.setSpaces(0, -1);
    // Heights that turn out otherwise move what is in sight, and may bring more of it; then it is done again.
    for (let round = 0; round < 4; ++round) if (!this.fill()) break;
  }

  fill() {
    const [first, last, inSight] = this.range();
    for (const [block, rows] of this.blocks) {
      if (block >= first && block <= last) continue;
      if (rows.includes(document.activeElement)) this.scroll.focus({ preventScroll: true });
      for (const row of rows) row.remove();
      this.blocks.delete(block);
    }
    const fresh = [];
    for (let block = first; block <= last; ++block) {
      if (this.blocks.has(block)) continue;
      const begin = block * LongTable.linesABlock, end = Math.min(begin + LongTable.linesABlock, this.lines.length), rows = [];
      for (let i = begin; i < end; ++i) rows.push(this.make(this.lines[i], i));
      this.blocks.set(block, rows);
      fresh.push(block);
    }
    // From the last to the first; those that are there stay where they are, with the focus.
    let place = this.below;
    for (const block of [...this.blocks.keys()].sort((x, y) => y - x)) {
      const rows = this.blocks.get(block);
      if (fresh.includes(block)) for (const row of rows) this.body.insertBefore(row, place);
      place = rows[0];
    }
    this.setSpaces(first, last);
    let moved = 0, other = false;
    for (const block of fresh) {
      const rows = this.blocks.get(block), known = this.height(block);
      const now = rows[rows.length - 1].getBoundingClientRect().bottom - rows[0].getBoundingClientRect().top;
      if (now <= 0) continue;  // the table is not shown
      this.heights[block] = now;
      if (!this.typicalKnown && rows.length === LongTable.linesABlock) [this.typical, this.typicalKnown] = [now, true];
      other = other || Math.abs(now - known) > 1;
      if (block < inSight) moved += now - known;
    }
    this.setSpaces(first, last);
    if (moved !== 0 && this.scroll.scrollTop > 0) this.scroll.scrollTop += moved;
    return other;
  }

  setSpaces(first, last) {
    let above = 0, below = 0;
    for (let block = 0; block < this.heights.length; ++block) {
      if (block < first) above += this.height(block);
      if (block > last) below += this.height(block);
    }
    this.above.style.height = above + 'px';
    this.below.style.height = below + 'px';
    this.above.hidden = above === 0;
    this.below.hidden = below === 0;
  }

  // The row of a line that is in the page now; null: it is not.
  row(number) {
    const rows = this.blocks.get(Math.floor(number / LongTable.linesABlock));
    return rows ? rows[number % LongTable.linesABlock] : null;
  }

  // Brings a line into sight, and gives its row. `head` is how high what stands above the lines is.
  reveal(number, head) {
    const block = Math.floor(number / LongTable.linesABlock);
    for (let round = 0; round < 4; ++round) {
      if (!this.blocks.has(block)) {
        let y = 0;
        for (let i = 0; i < block; ++i) y += this.height(i);
        this.scroll.scrollTop = Math.max(0, y - this.scroll.clientHeight / 3);
        this.update();
        continue;
      }
      const row = this.row(number), box = row.getBoundingClientRect(), frame = this.scroll.getBoundingClientRect();
      const over = frame.top + head - box.top, under = box.bottom - frame.bottom;
      if (over <= 0 && under <= 0) return row;
      this.scroll.scrollTop += over > 0 ? -over : under;
      this.update();
    }
    return this.row(number);
  }
}
LongTable.linesABlock = 20;
