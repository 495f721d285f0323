/** A file name as the server accepts it: on one line, trimmed and not too long. */
export const normaliseFileName = (name: string) =>
  name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-255) || 'file'
