// The page of a robot: sliders, the table of pairs, the trajectory.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const matrix = data.audit || data.matrix, classes = ['adjacent', 'always', 'sometimes', 'never', 'undecided', 'disabled', 'unchecked'];
  const link = (number) => data.links[number].name;
  const shown = new Set(classes);
  let values = data.variables.map((variable) => variable.start), view = null, chosen = null;

  byId('title').textContent = data.name;
  byId('facts').textContent = [
    `${data.links.length - data.obstacles} links`, `${data.joints.length - data.obstacles} joints`, `${data.variables.length} variables`,
    ...(data.obstacles > 0 ? [`${data.obstacles} obstacles`] : []),
    ...(matrix ? [`${matrix.pairs.length} pairs`, `${matrix.samples} samples`] : []), `graze ${data.graze}`,
  ].join(' · ');

  // --- the pose ---

  const numbers = (list) => list.map((value, i) => `${data.variables[i].name} ${value.toFixed(3)}`).join(', ');
  function tell(text, found) {
    byId('pose').replaceChildren(...(found ? [make('b', { textContent: text })] : [text]));
  }
  function setValues(next, told, found, links, point) {
    values = next.slice();
    data.variables.forEach((variable, i) => {
      const row = sliders[i];
      row.input.value = String(values[i]);
      row.output.textContent = `${values[i].toFixed(3)} ${variable.unit}`;
      row.input.setAttribute('aria-valuetext', row.output.textContent);
      row.row.classList.toggle('beyond', values[i] < variable.lower - 1e-9 || values[i] > variable.upper + 1e-9);
    });
    tell(told, found);
    if (view) {
      view.pose(values);
      view.show(links || [], point || null);
    }
  }
  function choose(row) {
    if (chosen) chosen.classList.remove('chosen');
    chosen = row;
    if (row) row.classList.add('chosen');
  }

  const sliders = data.variables.map((variable, i) => {
    const id = `joint-${i}`, output = make('output', {}), input = make('input', { id, type: 'range', step: 'any' });
    // Limits first: a value is held to them as it is set.
    input.min = String(Math.min(variable.lower, variable.start));
    input.max = String(Math.max(variable.upper, variable.start));
    output.setAttribute('for', id);
    const row = make('div', { className: 'joint' }, make('label', { htmlFor: id, textContent: variable.name, title: variable.name }), input, output);
    input.addEventListener('input', () => {
      stop();
      choose(null);
      const next = values.slice();
      next[i] = Number(input.value);
      setValues(next, 'Set by hand');
    });
    // An arrow key is a hundredth of the way.
    input.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (!steps) return;
      event.preventDefault();
      const to = values[i] + (steps * (variable.upper - variable.lower)) / 100;
      input.value = String(Math.max(Number(input.min), Math.min(Number(input.max), to)));
      input.dispatchEvent(new Event('input'));
    });
    byId('sliders').append(row);
    return { row, input, output };
  });
  if (sliders.length === 0) byId('sliders').append(make('p', { textContent: 'Nothing moves.' }));
  const toDefault = () => setValues(data.variables.map((variable) => variable.start), 'Default pose');
  byId('zero').addEventListener('click', () => { stop(); choose(null); toDefault(); });

  // --- the pairs ---

  function rowOf(pair) {
    const known = make('td', {}, pair.how + (data.audit ? `; disabled with ${pair.reason || 'no reason'}` : ''));
    if (pair.proven && !/proven/.test(pair.how) && pair.class !== 'sometimes') known.append('; proven');
    const name = make('span', { className: 'class', textContent: pair.class });
    name.style.setProperty('--own', `var(--${pair.class})`);
    const row = make('tr', { className: 'pair' }, make('td', {}, `${link(pair.a)} × ${link(pair.b)}`), make('td', {}, name), known);
    row.dataset.pair = `${pair.a} ${pair.b}`;
    const poses = make('div', { className: 'poses' });
    const add = (label, pose, found) => {
      if (!pose) return;
      const button = make('button', { type: 'button', textContent: label });
      button.setAttribute('aria-label', `${label}: pose of ${link(pair.a)} and ${link(pair.b)}`);
      button.addEventListener('click', () => {
        stop();
        choose(row);
        setValues(pose, `${link(pair.a)} and ${link(pair.b)} ${found ? 'in contact' : 'apart'} at ${numbers(pose)}`, found, [pair.a, pair.b]);
        if (view) view.frame();
      });
      poses.append(button);
    };
    add('In contact', pair.witness, true);
    add('Apart', pair.apart, false);
    if (poses.childElementCount > 0) known.append(poses);
    return row;
  }
  function fill() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (pair) => shown.has(pair.class) && words.every((word) => `${link(pair.a)} ${link(pair.b)}`.toLowerCase().includes(word));
    // What may need a look comes first.
    const order = ['sometimes', 'undecided', 'unchecked', 'always', 'adjacent', 'never', 'disabled'];
    const pairs = matrix ? matrix.pairs.filter(fits).sort((x, y) => order.indexOf(x.class) - order.indexOf(y.class)) : [];
    byId('rows').replaceChildren(...pairs.map(rowOf));
    byId('empty').hidden = pairs.length > 0;
    byId('count').textContent = matrix ? `${pairs.length} of ${matrix.pairs.length} pairs` : '';
    chosen = null;
  }
  byId('pairs-title').textContent = data.audit ? 'Disabled pairs, looked at' : 'Pairs of links';
  for (const name of classes) {
    const count = matrix ? matrix.pairs.filter((pair) => pair.class === name).length : 0;
    if (count === 0) continue;
    const button = make('button', { type: 'button', textContent: `${name} ${count}` });
    button.dataset.class = name;
    button.style.setProperty('--own', `var(--${name})`);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      const on = !shown.has(name);
      if (on) shown.add(name); else shown.delete(name);
      button.setAttribute('aria-pressed', String(on));
      fill();
    });
    byId('classes').append(button);
  }
  byId('search').addEventListener('input', fill);
  if (!matrix) byId('empty').textContent = 'The matrix was not asked for.';
  fill();
  const notes = [...data.skipped.map((text) => 'Skipped: ' + text), ...data.remarks];
  if (data.boxes > 0) notes.unshift(`${data.boxes} links have too many triangles for this page and are drawn as boxes.`);
  if (matrix && !matrix.complete) notes.unshift('The search was ended before it was done.');
  if (notes.length > 0) {
    byId('notes').hidden = false;
    byId('notes').querySelector('summary').textContent = `${notes.length} note${notes.length === 1 ? '' : 's'}`;
    byId('notes').querySelector('ul').append(...notes.map((text) => make('li', { textContent: text })));
  }

  // --- the trajectory ---

  const way = data.trajectory;
  let running = 0;
  function stop() {
    if (running) cancelAnimationFrame(running);
    running = 0;
    byId('run').textContent = 'Play';
    byId('run').setAttribute('aria-pressed', 'false');
  }
  function along(time) {
    const last = way.waypoints.length - 1, i = Math.min(Math.floor(time), Math.max(last - 1, 0)), part = last === 0 ? 0 : time - i;
    const from = way.waypoints[i], to = way.waypoints[Math.min(i + 1, last)];
    return from.map((value, k) => (1 - part) * value + part * to[k]);
  }
  function goTo(time) {
    byId('time').value = String(time);
    byId('place').textContent = `${time.toFixed(2)} / ${way.waypoints.length - 1}`;
    byId('time').setAttribute('aria-valuetext', `waypoint ${time.toFixed(2)}`);
    // From a contact on, until the end: what happens after the first one is not looked at.
    const met = way.contacts.find((contact) => contact.contact && time >= contact.at);
    setValues(along(time), met ? `${link(met.a)} and ${link(met.b)} met at waypoint ${met.at.toFixed(3)}` : `On the trajectory, at waypoint ${time.toFixed(2)}`,
      Boolean(met), met ? [met.a, met.b] : [], met ? met.point : null);
  }
  function run() {
    const last = way.waypoints.length - 1, start = Number(byId('time').value) >= last ? 0 : Number(byId('time').value);
    const seconds = Math.max(3, Math.min(20, last)), begin = performance.now();
    byId('run').textContent = 'Stop';
    byId('run').setAttribute('aria-pressed', 'true');
    choose(null);
    const step = (now) => {
      const time = Math.min(last, start + (Math.max(0, now - begin) / 1000) * (last / seconds));
      goTo(time);
      if (time < last) running = requestAnimationFrame(step); else stop();
    };
    running = requestAnimationFrame(step);
  }
  if (way) {
    byId('play').hidden = false;
    byId('time').max = String(way.waypoints.length - 1);
    byId('run').addEventListener('click', () => (running ? stop() : run()));
    byId('time').addEventListener('input', () => { stop(); choose(null); goTo(Number(byId('time').value)); });
    for (const contact of way.contacts) {
      const button = make('button', { type: 'button', className: contact.contact ? '' : 'graze', textContent: `${contact.contact ? 'Contact' : 'Graze'} at ${contact.at.toFixed(3)}: ${link(contact.a)} × ${link(contact.b)}` });
      button.addEventListener('click', () => {
        stop();
        choose(null);
        goTo(contact.at);
        setValues(contact.values, `${link(contact.a)} and ${link(contact.b)} ${contact.contact ? 'in contact' : `not proven to be more than ${contact.gap.toPrecision(3)} m apart`} at waypoint ${contact.at.toFixed(3)}`, true, [contact.a, contact.b], contact.point);
      });
      byId('contacts').append(button);
    }
    byId('contacts').append(make('span', { textContent: way.verdict, className: way.contacts.length > 0 ? 'bad' : '' }));
    if (way.contacts.length > 0) byId('contacts').lastChild.hidden = true;
  }

  // --- the view ---

  if (hasWebGL()) {
    view = new RobotView(document.querySelector('#view canvas'), data);
    byId('reset-view').addEventListener('click', () => view.reset());
  } else {
    byId('no-view').hidden = false;
    byId('reset-view').hidden = true;
  }
  toDefault();
  if (way) goTo(0);
  window.grazeRobot = { data, values: () => values.slice(), state: () => view && view.state(), draw: () => view && view.render() };
})();
