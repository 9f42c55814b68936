// The table of clashes: filtered, sorted, grouped; and the panel of the one that is selected.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent), report = data.report, clashes = report.clashes;
  const $ = (id) => document.getElementById(id);
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const order = ['overlapping', 'enclosed', 'duplicate', 'clearance', 'touching'];
  const rank = Object.fromEntries(order.map((name, i) => [name, i]));
  const rowsAtOnce = 150;

  // --- words ---

  const digits = (x) => {
    const size = Math.abs(x), text = size > 0 && (size < 1e-4 || size >= 1e6) ? x.toExponential(3).replace(/\.?0+e/, 'e') : String(+x.toPrecision(4));
    return text.replace('e+', 'e').replaceAll('-', '−');
  };
  const lengthOf = (clash) => (clash.bound === null ? 'crossing' : digits(clash.distance));
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
  const bad = clashes.filter((clash) => clash.class !== 'touching').length;
  const whole = report.complete;
  $('verdict').textContent = (bad ? plural(bad, 'clash') : 'No clashes') + (whole ? '' : ' · incomplete');
  $('verdict').className = bad || !whole ? 'bad' : 'good';
  const unit = report.units === 'model units' ? '' : ' ' + report.units;
  $('facts').textContent = [
    plural(report.parts, 'part'), plural(report.candidates, 'pair') + ' near each other', `lengths in ${report.units}`,
    report.settings.clearance ? `clearance ${digits(report.settings.clearance)}${unit}` : '',
    report.settings.tolerance ? `tolerance ${digits(report.settings.tolerance)}${unit}` : '',
    `contact ${digits(report.settings.contact)}${unit}`, report.resolved.length ? `${report.resolved.length} resolved` : '', `graze ${data.graze}`,
  ].filter(Boolean).join(' · ');

  const notes = [
    ...(report.checked === report.candidates ? [] : [`stopped: ${report.checked} of ${report.candidates} pairs were checked`]),
    ...report.skipped.map((s) => `lost ${s.path}${s.global_id ? ` (${s.global_id})` : ''}: ${s.reason}`),
    ...report.undecided.map((u) => `undecided ${u.a.path} | ${u.b.path}: ${u.reason}`),
    ...report.notes,
    ...report.remarks.map((r) => `${r.path}: ${r.remark}`),
    ...(data.meshes.boxes ? [`${plural(data.meshes.boxes, 'shape')} drawn as boxes in 3D, to keep this file small`] : []),
    ...(data.shots.some((shot) => !shot.png) ? [`${plural(data.shots.filter((shot) => shot.png).length, 'picture')}, of the worst clashes; graze check --pictures N takes more`] : []),
  ];
  if (notes.length > 0) {
    $('notes').hidden = false;
    $('notes').querySelector('summary').textContent = plural(notes.length, 'note');
    $('notes').querySelector('ul').append(...notes.map((text) => make('li', { textContent: text })));
  }

  // --- filter, order, groups ---

  const state = { off: new Set(), text: '', sort: 'worst', down: false, group: '', selected: -1 };
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

  const worst = clashes.map((_, i) => i);
  const depthOrder = (x, y) => (x.bound === null) !== (y.bound === null) ? (x.bound === null ? 1 : -1) : x.distance - y.distance;
  const collator = new Intl.Collator('en', { numeric: true });
  const byText = (x, y) => collator.compare(x, y);
  // What is said of both parts, once where it is the same.
  const both = (clash, field) => [...new Set([clash.a[field], clash.b[field]])].filter(Boolean).join(' × ');
  const compare = {
    worst: (i, j) => rank[clashes[i].class] - rank[clashes[j].class] || depthOrder(clashes[i], clashes[j]),
    class: (i, j) => rank[clashes[i].class] - rank[clashes[j].class],
    length: (i, j) => depthOrder(clashes[i], clashes[j]),
    a: (i, j) => byText(clashes[i].a.path, clashes[j].a.path),
    b: (i, j) => byText(clashes[i].b.path, clashes[j].b.path),
    state: (i, j) => byText(clashes[i].state || '', clashes[j].state || ''),
    id: (i, j) => byText(clashes[i].id, clashes[j].id),
    rule: (i, j) => byText(clashes[i].rule || '', clashes[j].rule || ''),
    kinds: (i, j) => byText(both(clashes[i], 'kind'), both(clashes[j], 'kind')),
    storeys: (i, j) => byText(both(clashes[i], 'storey'), both(clashes[j], 'storey')),
    guids: (i, j) => byText(both(clashes[i], 'global_id'), both(clashes[j], 'global_id')),
  };
  worst.sort((i, j) => compare.worst(i, j) || i - j);

  const columns = [
    { name: 'thumb', title: '' }, { name: 'class', title: 'Class' }, { name: 'length', title: `Distance${unit ? ',' + unit : ''}` },
    { name: 'a', title: 'Part A' }, { name: 'b', title: 'Part B' },
    ...[['kinds', 'Classes', 'kind'], ['storeys', 'Storey', 'storey'], ['guids', 'GlobalIds', 'global_id']]
      .filter(([, , field]) => clashes.some((clash) => clash.a[field] || clash.b[field])).map(([name, title]) => ({ name, title })),
    ...(report.rules.length ? [{ name: 'rule', title: 'Rule' }] : []),
    ...(clashes.some((clash) => clash.state) ? [{ name: 'state', title: 'State' }] : []), { name: 'id', title: 'Id' },
  ];
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
    }
    $('columns').append(head);
  }

  function fits(i) {
    const clash = clashes[i];
    if (state.off.has(clash.class)) return false;
    if (!state.text) return true;
    const text = `${clash.a.path} ${clash.a.name} ${clash.b.path} ${clash.b.name} ${told(clash.a)} ${told(clash.b)} ${clash.id} ${clash.state || ''}`.toLowerCase();
    return state.text.split(/\s+/).every((word) => text.includes(word));
  }

  // What the table shows from top to bottom: numbers of clashes, and heads of groups.
  function lines() {
    const sorted = worst.filter(fits);
    if (state.sort !== 'worst') {
      const place = new Map(sorted.map((i, at) => [i, at]));
      sorted.sort((i, j) => (state.down ? -1 : 1) * compare[state.sort](i, j) || place.get(i) - place.get(j));
    }
    if (!state.group) return { all: sorted, count: sorted.length };
    const place = new Map(sorted.map((i, at) => [i, at]));
    const all = [];
    for (const group of data['by_' + state.group]) {
      const members = group.clashes.filter((i) => place.has(i)).sort((i, j) => place.get(i) - place.get(j));
      if (members.length === 0) continue;
      const leader = clashes[group.clashes[0]];
      all.push({ title: state.group === 'part' ? group.name : `around ${leader.a.name}, at ${point(world(leader.point))}`, count: members.length }, ...members);
    }
    return { all, count: sorted.length };
  }

  let pending = [];
  function list() {
    const { all, count } = lines();
    for (const head of $('columns').children) {
      if (head.dataset.column === state.sort) head.setAttribute('aria-sort', state.down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    $('count').textContent = count === clashes.length ? plural(count, 'clash') : `${count.toLocaleString('en')} of ${clashes.length.toLocaleString('en')}`;
    $('rows').replaceChildren();
    $('empty').hidden = count > 0;
    pending = all;
    more();
  }

  // Rows come as they are scrolled to: a large report opens as fast as a small one.
  function more() {
    $('rows').append(...pending.splice(0, rowsAtOnce).map((line) => (typeof line === 'number' ? row(line) : groupRow(line))));
  }
  new IntersectionObserver((seen) => seen.some((s) => s.isIntersecting) && pending.length && more(), { root: $('scroll'), rootMargin: '600px' }).observe($('more'));

  function groupRow({ title, count }) {
    return make('tr', { className: 'group' }, make('th', { colSpan: columns.length, scope: 'rowgroup' }, title + ' ', make('small', { textContent: plural(count, 'clash') })));
  }

  function pill(name) {
    const element = make('span', { className: 'pill', textContent: name });
    element.style.setProperty('--own', `var(--${name})`);
    return element;
  }

  const source = (i) => 'data:image/png;base64,' + data.shots[i].png;
  function row(i) {
    const clash = clashes[i], element = make('tr', { className: 'clash', tabIndex: 0 });
    element.dataset.index = i;
    element.dataset.id = clash.id;
    element.setAttribute('aria-selected', String(i === state.selected));
    const cell = { thumb: () => make('td', { className: 'thumb' }, ...(data.shots[i].png ? [make('img', { src: source(i), alt: '', loading: 'lazy', decoding: 'async' })] : [])),
      class: () => make('td', { className: 'class' }, pill(clash.class)),
      length: () => make('td', { className: 'length', textContent: lengthOf(clash) }),
      a: () => make('td', { className: 'part pa', title: clash.a.path }, clash.a.name, make('small', { textContent: folder(clash.a) })),
      b: () => make('td', { className: 'part pb', title: clash.b.path }, clash.b.name, make('small', { textContent: folder(clash.b) })),
      kinds: () => make('td', { className: 'told', textContent: both(clash, 'kind') }),
      storeys: () => make('td', { className: 'told', textContent: both(clash, 'storey') }),
      guids: () => make('td', { className: 'told guid' }, ...['a', 'b'].map((side) => make('div', { textContent: clash[side].global_id || '' }))),
      rule: () => make('td', { className: 'told', textContent: clash.rule || '' }),
      state: () => make('td', { className: 'state', textContent: clash.state || '' }),
      id: () => make('td', { className: 'id', textContent: clash.id }) };
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
    for (const element of $('rows').querySelectorAll('tr.clash')) element.setAttribute('aria-selected', String(+element.dataset.index === i));
    const clash = clashes[i];
    $('name').replaceChildren(make('span', { className: 'a', textContent: clash.a.name }), make('i', { textContent: '×' }), make('span', { className: 'b', textContent: clash.b.name }));
    $('picture').replaceChildren(...(data.shots[i].png ? [make('img', { src: source(i), alt: `${clash.a.name} (blue) and ${clash.b.name} (orange)` })] : []));
    const values = [
      ['Class', pill(clash.class)],
      [clash.distance < 0 ? 'Depth' : 'Gap', clash.bound === null ? 'the surfaces cross' : `${digits(Math.abs(clash.distance))}${unit}` + (clash.bound ? ` ± ${digits(+clash.bound.toPrecision(1))}` : '')],
      ...(clash.local && clash.fit === null ? [['Local', bracket(clash.local)]] : []),
      ...(clash.volume ? [['Volume', bracket(clash.volume, '³')]] : []),
      ...(clash.depth ? [['To part', bracket(clash.depth)]] : []),
      ...(clash.fit ? [['Fit', `${clash.fit.kind}: shaft ${digits(clash.fit.shaft)}, bore ${digits(clash.fit.bore)}${unit}`]] : []),
      ...(clash.rule ? [['Rule', clash.rule]] : []),
      ...(clash.inside ? [['Inside', clash[clash.inside].name]] : []),
      ...(clash.state ? [['State', clash.state]] : []),
      ['A', clash.a.path, 'long'], ...(told(clash.a) ? [['', told(clash.a), 'long']] : []),
      ['B', clash.b.path, 'long'], ...(told(clash.b) ? [['', told(clash.b), 'long']] : []), ['Point', point(world(clash.point))],
      ...(clash.normal ? [['Normal', point(clash.normal.map((x) => +x.toFixed(4))), 'long']] : []), ['Id', make('code', { textContent: clash.id })],
    ];
    $('values').replaceChildren(...values.flatMap(([title, value, long]) => [make('dt', { textContent: title, className: long || '' }), make('dd', { className: long || '' }, value)]));
    if (view) view.show(i);
    if (open) {
      document.body.classList.add('open');
      history.replaceState(null, '', '#' + clash.id);
    }
  }
  // A link to one clash: the page's address with # and its id.
  const linked = () => clashes.findIndex((clash) => '#' + clash.id === location.hash);
  addEventListener('hashchange', () => linked() >= 0 && select(linked(), true));

  $('rows').addEventListener('click', (event) => {
    const element = event.target.closest('tr.clash');
    if (element) select(+element.dataset.index, true);
  });
  $('rows').addEventListener('keydown', (event) => {
    const element = event.target.closest('tr.clash');
    if (!element) return;
    if (event.key === 'Enter' || event.key === ' ') select(+element.dataset.index, true);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      let next = element;
      do next = event.key === 'ArrowDown' ? next.nextElementSibling : next.previousElementSibling; while (next && !next.matches('.clash'));
      if (next) {
        next.focus();
        select(+next.dataset.index, false);
      }
    } else return;
    event.preventDefault();
  });
  const close = () => document.body.classList.remove('open');
  $('close').addEventListener('click', close);
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  $('search').addEventListener('input', () => {
    state.text = $('search').value.trim().toLowerCase();
    list();
  });
  $('group').addEventListener('change', () => {
    state.group = $('group').value;
    list();
  });
  if (report.groups) $('group').value = state.group = report.groups.by;

  list();
  if (clashes.length > 0) select(linked() >= 0 ? linked() : worst[0], linked() >= 0);
  else $('detail').hidden = true;

  // For tests and for other scripts.
  window.grazeReport = { data, select: (id) => select(clashes.findIndex((clash) => clash.id === id), true), state: () => (view ? view.state() : null), draw: () => view && view.render() };
})();
