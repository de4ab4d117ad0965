const want = context.config;
const calls = [];
const look = (v, depth) => {
  if (depth > 8 || v === null || v === undefined) return;
  if (typeof v === 'string') {
    for (const part of [v, ...v.split('\n')]) {
      try {
        const inner = JSON.parse(part);
        if (inner !== null && typeof inner === 'object') {
          look(inner, depth + 1);
          if (part === v) return;
        }
      } catch (e) {
        continue;
      }
    }
    return;
  }
  if (Array.isArray(v)) {
    for (const item of v) look(item, depth + 1);
    return;
  }
  if (typeof v !== 'object') return;
  const name = v.name ?? v.toolName;
  const args = v.arguments ?? v.input ?? v.args ?? v.parameters;
  if (typeof name === 'string' && args !== undefined) {
    try {
      calls.push({ name, args: typeof args === 'string' ? JSON.parse(args) : args });
    } catch (e) {
      calls.push({ name, args: null });
    }
    return;
  }
  for (const key of Object.keys(v)) look(v[key], depth + 1);
};
look(output, 0);
const same = (a, b) => {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => k in b && same(a[k], b[k]));
};
const faults = [];
const hold = (got, right, path) => {
  if (same(got, right) || (want.accept[path] ?? []).some((v) => same(got, v))) return;
  if (want.wrong !== null && path.replace(/\[\d+\]/g, '[]') === want.field && same(got, want.wrong.value)) {
    faults.push(path + ' is ' + JSON.stringify(got) + ', not ' + JSON.stringify(right) + ': ' + want.wrong.text);
    return;
  }
  if (got === null || right === null || typeof got !== 'object' || typeof right !== 'object' || Array.isArray(got) !== Array.isArray(right)) {
    faults.push(path + ' is ' + JSON.stringify(got) + ', not ' + JSON.stringify(right));
    return;
  }
  const at = (k) => (Array.isArray(right) ? path + '[' + k + ']' : path === '' ? k : path + '.' + k);
  for (const k of Object.keys(right)) {
    if (k in got) hold(got[k], right[k], at(k));
    else if (!want.optional.includes(at(k))) faults.push(at(k) + ' is missing');
  }
  for (const k of Object.keys(got)) {
    if (!(k in right)) faults.push(at(k) + ' was not asked for');
  }
};
if (calls.length !== 1) {
  return { pass: false, score: 0, reason: 'one call of ' + want.tool + ' was to be made, not ' + calls.length };
}
const call = calls[0];
if (call.name !== want.tool && !call.name.endsWith('__' + want.tool)) {
  return { pass: false, score: 0, reason: call.name + ' was called, not ' + want.tool };
}
hold(call.args, want.arguments, '');
return { pass: faults.length === 0, score: faults.length === 0 ? 1 : 0, reason: faults.length === 0 ? want.note : faults.join('; ') };
