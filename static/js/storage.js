// What is kept by name: by the tab, or by the phone for good. Where a browser refuses that, for as long as the page is open.
const guarded = (find) => {
  const here = new Map();
  return {
    get: (name) => { try { return find().getItem(name) ?? here.get(name) ?? null; } catch { return here.get(name) ?? null; } },
    set: (name, value) => { try { find().setItem(name, value); } catch { here.set(name, value); } },
    drop: (name) => { here.delete(name); try { find().removeItem(name); } catch { /* it keeps nothing */ } },
  };
};
export const tab = guarded(() => sessionStorage);
export const phone = guarded(() => localStorage);
