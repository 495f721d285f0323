/** Binary search: the first index from a start on at which a monotonic test is true; `length` if there is none. */
export function findFirst(length: number, test: (index: number) => boolean, start = 0): number {
  let low = start
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}
