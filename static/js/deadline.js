// What is not answered in so many milliseconds is given up. By hand, for iPhones up to iOS 15 have no AbortSignal.timeout.
export function within(patience) {
  const asking = new AbortController();
  setTimeout(() => asking.abort(), patience);
  return asking.signal;
}
