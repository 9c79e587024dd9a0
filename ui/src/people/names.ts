// Names for those who come to the table by themselves: Guard, Guard 2, Guard 3.

/** So many names that nobody bears, made of one: as it is, if it is free, and with the next numbers. */
export function freeNames(name: string, count: number, taken: string[]): string[] {
  const borne = new Set(taken.map((one) => one.toLowerCase()))
  const found: string[] = []
  for (let number = 1; found.length < count; number++) {
    const one = number > 1 ? `${name} ${number}` : name
    if (!borne.has(one.toLowerCase())) found.push(one)
  }
  return found
}
