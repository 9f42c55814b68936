// The table of clashes: filtered, sorted, grouped; and the panel of the one that is selected.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent), report = data.report;
  const $ = (id) => document.getElementById(id);
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const order = ['overlapping', 'enclosed', 'duplicate', 'clearance', 'touching'];
  const rank = Object.fromEntries(order.map((name, i) => [name, i]));
  const classes = ['overlapping', 'enclosed', 'duplicate', 'touching', 'clearance'];  // as graze numbers them

  // --- what is known of a clash: a row from the beginning, all else when it is looked at ---

  const clashes = data.rows.map(([id, value, a, b, distance, bound, rule, state, inside, picture]) => ({
    id, class: classes[value], a: data.parts[a], b: data.parts[b], distance, bound, rule: rule < 0 ? null : report.rules[rule].name,
    state: [null, 'new', 'persistent'][state], inside: [null, 'a', 'b'][inside], picture: picture === 1, numbers: [a, b],
  }));
  delete data.rows;
  const numberOf = new Map(clashes.map((clash, i) => [clash.id, i]));
  const details = $('details').textContent.split('\n');
  const known = new Map();
  data.detail = (i) => {
    if (!known.has(i)) {
      if (known.size > 500) known.clear();
      known.set(i, JSON.parse(details[i]));
    }
    return known.get(i);
  };
  data.clashes = clashes;
  const review = new Review(data.review);

  // --- words ---

  const digits = (x) => {
    const size = Math.abs(x), text = size > 0 && (size < 1e-4 || size >= 1e6) ? x.toExponential(3).replace(/\.?0+e/, 'e') : String(+x.toPrecision(4));
    return text.replace('e+', 'e').replaceAll('-', '−');
  };
  // Of an overlap whose depth is known from above alone.
  const unmeasured = (clash) => clash.distance === 0 && clash.bound > 0 && ['overlapping', 'enclosed', 'duplicate'].includes(clash.class);
  const lengthOf = (clash) => (clash.bound === null ? (clash.class === 'enclosed' ? 'inside' : 'crossing') : unmeasured(clash) ? `to ${digits(-clash.bound)}` : digits(clash.distance));
  // From where to where, or one number where four digits tell no difference.
  const bracket = ([lower, upper], power = '') => {
    const low = digits(lower), high = upper === null ? '∞' : digits(upper);
    return (low === high ? low : `${low} to ${high}`) + (unit ? unit + power : '');
  };
  const point = (p) => p.map((x) => String(+x.toPrecision(6)).replace(/^-/, '−')).join(',  ');
  const world = (p) => p.map((x, i) => x + data.origin[i]);
  const told = (part) => [part.kind, part.type, part.storey, part.layer, part.global_id].filter(Boolean).join(' · ');
  const plural = (n, word) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : word === 'clash' ? 'es' : 's'}`;
  // The path without the name that ends it.
  const folder = (part) => (part.path.endsWith('/' + part.name) ? part.path.slice(0, -part.name.length - 1) : part.path === part.name ? '' : part.path);

  // --- the head ---

  $('files').textContent = report.files.map((file) => file.split(/[\\/]/).pop()).join(', ');
  const unit = report.units === 'model units' ? '' : ' ' + report.units;
  // What counts: neither parts that only touch nor what was accepted.
  function tellVerdict() {
    const accepted = clashes.filter((clash) => review.accepted(clash.id)).length;
    const bad = clashes.filter((clash) => clash.class !== 'touching' && !review.accepted(clash.id)).length;
    $('verdict').textContent = (bad ? plural(bad, 'clash') : 'No clashes') + (accepted ? ` · ${accepted.toLocaleString('en')} accepted` : '') + (report.complete ? '' : ' · incomplete');
    $('verdict').className = bad || !report.complete ? 'bad' : 'good';
    $('decided').textContent = review.changed ? 'not saved' : '';
  }
  $('facts').textContent = [
    plural(report.parts, 'part'), plural(report.candidates, 'pair') + ' near each other', `lengths in ${report.units}`,
    report.settings.clearance ? `clearance ${digits(report.settings.clearance)}${unit}` : '',
    report.settings.tolerance ? `tolerance ${digits(report.settings.tolerance)}${unit}` : '',
    `contact ${digits(report.settings.contact)}${unit}`, report.resolved.length ? `${report.resolved.length} resolved` : '', `graze ${data.graze}`,
  ].filter(Boolean).join(' · ');

  const pictures = clashes.filter((clash) => clash.picture).length;
  const notes = [
    ...(report.checked === report.candidates ? [] : [`stopped: ${report.checked} of ${report.candidates} pairs were checked`]),
    ...report.skipped.map((s) => `lost ${s.path}${s.global_id ? ` (${s.global_id})` : ''}: ${s.reason}`),
    ...report.undecided.map((u) => `undecided ${u.a.path} | ${u.b.path}: ${u.reason}`),
    ...report.notes,
    ...report.remarks.map((r) => `${r.path}: ${r.remark}`),
    ...(data.meshes.boxes ? [`${plural(data.meshes.boxes, 'shape')} drawn as boxes in 3D, to keep this file small`] : []),
    ...(pictures < clashes.length ? [`${plural(pictures, 'picture')}, of the worst clashes; graze check --pictures N takes more`] : []),
  ];
  if (notes.length > 0) {
    $('notes').hidden = false;
    $('notes').querySelector('summary').textContent = plural(notes.length, 'note');
    $('notes').querySelector('ul').append(...notes.map((text) => make('li', { textContent: text })));
  }

  // --- filter, order, groups ---

  const state = { off: new Set(), text: '', status: '', sort: 'worst', down: false, group: '', selected: -1, cursor: -1 };
  for (const name of order) {
    const count = clashes.filter((clash) => clash.class === name).length;
    if (count === 0) continue;
    const button = make('button', { type: 'button' }, name + ' ', make('b', { textContent: count.toLocaleString('en') }));
    button.dataset.class = name;
    button.style.setProperty('--own', `var(--${name})`);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      if (!state.off.delete(name)) state.off.add(name);
      button.setAttribute('aria-pressed', String(!state.off.has(name)));
      list();
    });
    $('classes').append(button);
  }

  const depthOrder = (x, y) => (x.bound === null) !== (y.bound === null) ? (x.bound === null ? 1 : -1) : x.distance - y.distance;
  // Texts in an order in which numbers in them count as numbers: each is given its place once, so that sorting compares
  // numbers alone.
  const sortable = (text) => text.toLowerCase().replace(/\d+/g, (n) => n.padStart(12, '0'));
  const placesOf = (textOf) => {
    const texts = clashes.map(textOf), keys = new Map([...new Set(texts)].map((text) => [text, sortable(text)]));
    const places = new Map([...keys].sort((x, y) => (x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : x[0] < y[0] ? -1 : 1)).map(([text], i) => [text, i]));
    return Float64Array.from(texts, (text) => places.get(text));
  };
  // What is said of both parts, once where it is the same.
  const both = (clash, field) => [...new Set([clash.a[field], clash.b[field]])].filter(Boolean).join(' × ');
  const byDepth = () => {
    const places = new Float64Array(clashes.length);
    clashes.map((_, i) => i).sort((i, j) => depthOrder(clashes[i], clashes[j])).forEach((i, at) => { places[i] = at; });
    return places;
  };
  const placesBy = {
    class: () => Float64Array.from(clashes, (clash) => rank[clash.class]),
    length: byDepth,
    a: () => placesOf((clash) => clash.a.path),
    b: () => placesOf((clash) => clash.b.path),
    status: () => Float64Array.from(clashes, (clash) => Review.statuses.indexOf(review.status(clash.id))),
    state: () => placesOf((clash) => clash.state || ''),
    id: () => placesOf((clash) => clash.id),
    rule: () => placesOf((clash) => clash.rule || ''),
    kinds: () => placesOf((clash) => both(clash, 'kind')),
    storeys: () => placesOf((clash) => both(clash, 'storey')),
    guids: () => placesOf((clash) => both(clash, 'global_id')),
  };
  const places = {};  // made on first need
  const placesFor = (column) => (places[column] = places[column] || placesBy[column]());
  const worst = clashes.map((_, i) => i).sort((i, j) => rank[clashes[i].class] - rank[clashes[j].class] || depthOrder(clashes[i], clashes[j]) || i - j);
  const worstPlace = new Float64Array(clashes.length);
  worst.forEach((i, at) => { worstPlace[i] = at; });

  const columns = [
    ...(pictures ? [{ name: 'thumb', title: '' }] : []), { name: 'class', title: 'Class' }, { name: 'length', title: `Distance${unit ? ',' + unit : ''}` },
    { name: 'a', title: 'Part A' }, { name: 'b', title: 'Part B' },
    ...[['kinds', 'Classes', 'kind'], ['storeys', 'Storey', 'storey'], ['guids', 'GlobalIds', 'global_id']]
      .filter(([, , field]) => clashes.some((clash) => clash.a[field] || clash.b[field])).map(([name, title]) => ({ name, title })),
    ...(report.rules.length ? [{ name: 'rule', title: 'Rule' }] : []),
    ...(clashes.some((clash) => clash.state) ? [{ name: 'state', title: 'State' }] : []), { name: 'status', title: 'Status' }, { name: 'id', title: 'Id' },
  ];
  $('rows').parentElement.classList.toggle('no-pictures', pictures === 0);
  for (const { name, title } of columns) {
    const head = make('th', { className: name === 'a' || name === 'b' ? 'part' : name, scope: 'col' });
    head.dataset.column = name;
    if (title) {
      const button = make('button', { type: 'button', textContent: title });
      button.addEventListener('click', () => {
        state.down = state.sort === name ? !state.down : false;
        state.sort = name;
        list();
      });
      head.append(button);
    } else {
      head.setAttribute('aria-label', 'Picture');
    }
    $('columns').append(head);
  }

  // The texts that are searched, each part's once.
  const texts = new Map();
  const textOf = (number) => {
    const part = data.parts[number];
    if (!texts.has(number)) texts.set(number, `${part.path} ${part.name} ${told(part)}`.toLowerCase());
    return texts.get(number);
  };
  const reviewText = (id) => {
    const entry = review.of(id);
    return entry === Review.nothing ? '' : [entry.status, entry.assignee, ...entry.comments.map((c) => `${c.author} ${c.text}`)].join(' ').toLowerCase();
  };
  const mostParts = clashes.reduce((most, { numbers: [a, b] }) => Math.max(most, a, b), 0) + 1;
  // Which clashes fit the filter. Each part is looked at once for a word.
  function filter() {
    const words = state.text.split(/\s+/).filter(Boolean);
    const found = words.map(() => new Int8Array(mostParts));  // 0: not looked at yet
    const has = (k, number) => {
      if (found[k][number] === 0) found[k][number] = textOf(number).includes(words[k]) ? 1 : -1;
      return found[k][number] > 0;
    };
    const decided = review.entries.size > 0;
    return (i) => {
      const clash = clashes[i];
      if (state.off.has(clash.class)) return false;
      if (state.status && review.status(clash.id) !== state.status) return false;
      return words.every((word, k) => has(k, clash.numbers[0]) || has(k, clash.numbers[1]) || clash.id.includes(word)
        || (clash.state !== null && clash.state.includes(word)) || (clash.rule !== null && clash.rule.toLowerCase().includes(word))
        || (decided && reviewText(clash.id).includes(word)));
    };
  }
  // The number of the group that each clash is in, made on first need.
  const groupsOf = {};
  function groupOf(by) {
    if (!groupsOf[by]) {
      groupsOf[by] = new Int32Array(clashes.length);
      data.groups[by].forEach((group, at) => group.clashes.forEach((i) => { groupsOf[by][i] = at; }));
    }
    return groupsOf[by];
  }

  // What the table shows from top to bottom: numbers of clashes, and heads of groups.
  function lines() {
    const sorted = worst.filter(filter());
    if (state.sort !== 'worst') {
      // One number for the place in the column and, among equals, the place among the worst.
      const place = placesFor(state.sort), count = clashes.length;
      const keys = Float64Array.from(sorted, (i) => (state.down ? count - place[i] : place[i]) * count + worstPlace[i]).sort();
      keys.forEach((key, at) => { sorted[at] = worst[key % count]; });
    }
    if (!state.group) return { all: sorted, count: sorted.length };
    const own = groupOf(state.group), members = data.groups[state.group].map(() => []), all = [];
    for (const i of sorted) members[own[i]].push(i);
    data.groups[state.group].forEach((group, at) => {
      if (members[at].length === 0) return;
      all.push({ group, count: members[at].length });
      for (const i of members[at]) all.push(i);
    });
    return { all, count: sorted.length };
  }

  let shown = [];  // the lines, as they are in the table
  const table = new LongTable($('scroll'), $('rows'), (line, number) => (typeof line === 'number' ? row(line, number) : groupRow(line, number)));
  function list() {
    const { all, count } = lines();
    for (const head of $('columns').children) {
      if (head.dataset.column === state.sort) head.setAttribute('aria-sort', state.down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    $('count').textContent = count === clashes.length ? plural(count, 'clash') : `${count.toLocaleString('en')} of ${clashes.length.toLocaleString('en')}`;
    $('empty').hidden = count > 0;
    $('set-all').textContent = `Set ${count.toLocaleString('en')}`;
    $('set-all').disabled = count === 0;
    shown = all;
    state.cursor = Math.max(shown.indexOf(state.selected), -1);
    $('rows').parentElement.setAttribute('aria-rowcount', all.length + 1);
    table.setLines(all);
  }

  const titleOf = (group) => {
    if (state.group !== 'place') return group.name;
    const leader = group.clashes[0];
    return `around ${clashes[leader].a.name}, at ${point(world(data.detail(leader).point))}`;
  };
  function groupRow({ group, count }, number) {
    const wide = [...$('columns').children].filter((head) => head.getClientRects().length > 0).length;  // columns that there is room for
    const element = make('tr', { className: 'group' }, make('th', { colSpan: wide, scope: 'rowgroup' }, titleOf(group) + ' ', make('small', { textContent: plural(count, 'clash') })));
    element.setAttribute('aria-rowindex', number + 2);
    return element;
  }

  function pill(name) {
    const element = make('span', { className: 'pill', textContent: name });
    element.style.setProperty('--own', `var(--${name})`);
    return element;
  }

  const source = (i) => 'data:image/png;base64,' + data.detail(i).png;
  function row(i, number) {
    const clash = clashes[i], element = make('tr', { className: 'clash', tabIndex: -1 });
    element.dataset.index = i;
    element.dataset.id = clash.id;
    element.setAttribute('aria-selected', String(i === state.selected));
    element.setAttribute('aria-rowindex', number + 2);
    const entry = review.of(clash.id);
    if (review.accepted(clash.id)) element.classList.add('accepted');
    const cell = { thumb: () => make('td', { className: 'thumb' }, ...(clash.picture ? [make('img', { src: source(i), alt: '', loading: 'lazy', decoding: 'async' })] : [])),
      class: () => make('td', { className: 'class' }, pill(clash.class)),
      length: () => make('td', { className: 'length', textContent: lengthOf(clash) }),
      a: () => make('td', { className: 'part pa', title: clash.a.path }, clash.a.name, make('small', { textContent: folder(clash.a) })),
      b: () => make('td', { className: 'part pb', title: clash.b.path }, clash.b.name, make('small', { textContent: folder(clash.b) })),
      kinds: () => make('td', { className: 'told kinds', textContent: both(clash, 'kind') }),
      storeys: () => make('td', { className: 'told storeys', textContent: both(clash, 'storey') }),
      guids: () => make('td', { className: 'told guid' }, ...['a', 'b'].map((side) => make('div', { textContent: clash[side].global_id || '' }))),
      rule: () => make('td', { className: 'told rule', textContent: clash.rule || '' }),
      state: () => make('td', { className: 'state', textContent: clash.state || '' }),
      status: () => make('td', { className: 'status' }, pill(entry.status), make('small', { textContent: [entry.assignee, entry.comments.length ? plural(entry.comments.length, 'comment') : ''].filter(Boolean).join(' · ') })),
      id: () => make('td', { className: 'id' }, make('a', { href: '#' + clash.id, textContent: clash.id, tabIndex: -1 })) };
    element.append(...columns.map(({ name }) => cell[name]()));
    return element;
  }

  // --- the selected clash ---

  let view = null;
  if (hasWebGL()) {
    view = new ClashView($('view').querySelector('canvas'), data);
  } else {
    $('no-view').hidden = false;
    $('view').querySelector('canvas').hidden = true;
    $('switches').hidden = true;
    $('reset').hidden = true;
  }
  for (const [role, title] of [['a', 'A'], ['b', 'B'], ['others', 'Parts around'], ['box', 'Common box']]) {
    const box = make('input', { type: 'checkbox', checked: view ? view.shown[role] : false });
    box.dataset.role = role;
    box.addEventListener('change', () => view.toggle(role, box.checked));
    $('switches').append(make('label', { className: role === 'a' || role === 'b' ? role : '' }, box, title));
  }
  $('reset').addEventListener('click', () => view && state.selected >= 0 && view.reset());

  function select(i, open) {
    state.selected = i;
    if (shown[state.cursor] !== i) state.cursor = shown.indexOf(i);
    for (const element of $('rows').querySelectorAll('tr.clash')) element.setAttribute('aria-selected', String(+element.dataset.index === i));
    const clash = clashes[i], detail = data.detail(i);
    $('name').replaceChildren(make('span', { className: 'a', textContent: clash.a.name }), make('i', { textContent: '×' }), make('span', { className: 'b', textContent: clash.b.name }));
    $('picture').replaceChildren(...(clash.picture ? [make('img', { src: source(i), alt: `${clash.a.name} (blue) and ${clash.b.name} (orange)` })] : []));
    const values = [
      ['Class', pill(clash.class)],
      [clash.distance < 0 || unmeasured(clash) ? 'Depth' : 'Gap', clash.bound === null ? (clash.class === 'enclosed' ? 'a surface inside' : 'the surfaces cross') : unmeasured(clash) ? `up to ${digits(clash.bound)}${unit}` : `${digits(Math.abs(clash.distance))}${unit}` + (clash.bound ? ` ± ${digits(+clash.bound.toPrecision(1))}` : '')],
      ...(detail.local && detail.fit === null ? [['Local', bracket(detail.local)]] : []),
      ...(detail.volume ? [['Volume', bracket(detail.volume, '³')]] : []),
      ...(detail.depth ? [['To part', bracket(detail.depth)]] : []),
      ...(detail.fit ? [['Fit', `${detail.fit.kind}: shaft ${digits(detail.fit.shaft)}, bore ${digits(detail.fit.bore)}${unit}`]] : []),
      ...(clash.rule ? [['Rule', clash.rule]] : []),
      ...(clash.inside ? [['Inside', clash[clash.inside].name]] : []),
      ...(clash.state ? [['State', clash.state]] : []),
      ['A', clash.a.path, 'long'], ...(told(clash.a) ? [['', told(clash.a), 'long']] : []),
      ['B', clash.b.path, 'long'], ...(told(clash.b) ? [['', told(clash.b), 'long']] : []), ['Point', point(world(detail.point))],
      ...(detail.normal ? [['Normal', point(detail.normal.map((x) => +x.toFixed(4))), 'long']] : []),
      ['Link', make('a', { href: '#' + clash.id, textContent: clash.id })],
    ];
    $('values').replaceChildren(...values.flatMap(([title, value, long]) => [make('dt', { textContent: title, className: long || '' }), make('dd', { className: long || '' }, value)]));
    showReview();
    if (view) view.show(i);
    if (open) {
      document.body.classList.add('open');
      history.replaceState(null, '', '#' + clash.id);
    }
  }
  // A link to one clash: the page's address with # and its id.
  const linked = () => numberOf.get(location.hash.slice(1)) ?? -1;
  const headHeight = () => $('columns').getBoundingClientRect().height;
  function goToLinked() {
    if (linked() < 0) return;
    select(linked(), true);
    if (state.cursor >= 0) table.reveal(state.cursor, headHeight());
  }
  addEventListener('hashchange', goToLinked);

  $('rows').addEventListener('click', (event) => {
    const element = event.target.closest('tr.clash');
    if (!element) return;
    event.preventDefault();
    element.focus({ preventScroll: true });
    select(+element.dataset.index, true);
  });
  // Over lines by keys, past the heads of groups.
  function move(by) {
    let at = state.cursor + by;
    at = Math.max(0, Math.min(shown.length - 1, at));
    const step = by < 0 ? -1 : 1;
    while (shown[at] !== undefined && typeof shown[at] !== 'number') at += step;
    if (shown[at] === undefined) return;
    state.cursor = at;
    select(shown[at], false);
    const element = table.reveal(at, headHeight());
    if (element) element.focus({ preventScroll: true });
  }
  $('scroll').addEventListener('keydown', (event) => {
    if (event.target.closest('button')) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (steps[event.key] !== undefined) move(Math.abs(steps[event.key]) === Infinity ? Math.sign(steps[event.key]) * shown.length : steps[event.key]);
    else if ((event.key === 'Enter' || event.key === ' ') && state.selected >= 0) select(state.selected, true);
    else return;
    event.preventDefault();
  });
  const close = () => document.body.classList.remove('open');
  $('close').addEventListener('click', close);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  $('search').addEventListener('input', () => {
    state.text = $('search').value.trim().toLowerCase();
    list();
  });
  const groupTitles = { part: 'by part', place: 'by place', storey: 'by storey', types: 'by pair of classes' };
  $('group').append(...Object.keys(data.groups).map((by) => make('option', { value: by, textContent: groupTitles[by] })));
  $('group').addEventListener('change', () => {
    state.group = $('group').value;
    list();
  });
  if (report.groups && data.groups[report.groups.by]) $('group').value = state.group = report.groups.by;

  // --- the review ---

  const option = (status) => make('option', { value: status, textContent: status });
  for (const id of ['status', 'all-status', 'show-status']) $(id).append(...Review.statuses.map(option));
  $('all-status').value = 'approved';
  const names = (clash) => [clash.a.name, clash.b.name];
  const entryOf = (i) => review.entry(clashes[i].id, names(clashes[i]));
  function showReview() {
    const entry = review.of(clashes[state.selected].id);
    $('status').value = entry.status;
    $('assignee').value = entry.assignee;
    $('approve').disabled = entry.status === 'approved';
    $('comments').replaceChildren(...entry.comments.map((c) => make('li', {}, make('b', { textContent: c.author || 'somebody' }), ' ', make('time', { dateTime: c.date, textContent: c.date.slice(0, 16).replace('T', ' ') }), make('p', { textContent: c.text }))));
    $('people').replaceChildren(...review.people().map((name) => make('option', { value: name })));
  }
  // After a change: what the table, the panel and the head say.
  function changed() {
    delete places.status;
    showReview();
    tellVerdict();
    table.again();
  }
  const setStatus = (status) => {
    entryOf(state.selected).status = status;
    changed();
  };
  $('status').addEventListener('change', () => setStatus($('status').value));
  $('approve').addEventListener('click', () => setStatus('approved'));
  $('assignee').addEventListener('change', () => {
    entryOf(state.selected).assignee = $('assignee').value.trim();
    changed();
  });
  $('review').addEventListener('submit', (event) => {
    event.preventDefault();
    const text = $('comment').value.trim();
    if (!text) return;
    review.comment(clashes[state.selected].id, names(clashes[state.selected]), $('author').value.trim(), text);
    $('comment').value = '';
    changed();
  });
  $('show-status').addEventListener('change', () => {
    state.status = $('show-status').value;
    list();
  });
  $('set-all').addEventListener('click', () => {
    for (const line of shown) if (typeof line === 'number') entryOf(line).status = $('all-status').value;
    changed();
  });
  const saved = () => {
    review.changed = 0;
    tellVerdict();
  };
  $('save-review').addEventListener('click', () => {
    Review.save('review.jsonl', review.file());
    saved();
  });
  $('save-ignore').addEventListener('click', () => Review.save('ignore.txt', review.ignoreFile()));

  // What sorting needs, before it is asked for, when there is nothing else to do.
  function prepare(left) {
    if (left.length === 0) return;
    placesFor(left[0].name);
    setTimeout(prepare, 50, left.slice(1));
  }
  setTimeout(prepare, 500, columns.filter(({ title }) => title));

  tellVerdict();
  list();
  if (clashes.length > 0) {
    // The table is there before the first view in 3D is, which takes longer.
    const first = () => (linked() >= 0 ? goToLinked() : state.selected < 0 && select(worst[0], false));
    requestAnimationFrame(() => setTimeout(first));
  } else {
    $('detail').hidden = true;
    $('review-tools').hidden = true;
  }

  // For tests and for other scripts.
  window.grazeReport = {
    data, review, select: (id) => select(numberOf.get(id), true), state: () => (view ? view.state() : null), draw: () => view && view.render(),
    order: () => shown.filter((line) => typeof line === 'number').map((i) => clashes[i].id), groups: () => shown.filter((line) => typeof line !== 'number').map((line) => titleOf(line.group)),
  };
})();
