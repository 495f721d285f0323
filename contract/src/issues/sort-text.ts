/** characters of a text that sorting compares; texts equal up to here are sorted by number */
const LENGTH = 120

/**
 * The sort text: lower case without accents, numbers padded so that "2" comes before "10". Removes U+FFFF, which marks a
 * missing text.
 */
export const buildSortText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\uffff]/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(8, '0'))
    .slice(0, LENGTH)
