// Memory of a module that an object of JavaScript holds: given back by dispose(), or when the object is collected.
const collected = new FinalizationRegistry((release) => release());

/** Returns what gives the memory back, once; `release` must not hold the object. */
export function releaseWith(object, release) {
  let held = true;
  const once = () => {
    if (held) release();
    held = false;
  };
  collected.register(object, once, once);
  return () => {
    collected.unregister(once);
    once();
  };
}
