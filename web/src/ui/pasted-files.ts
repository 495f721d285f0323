/**
 * The files of a paste. Office programs add a picture of the copied cells or text to the text itself: there the text is
 * used. A copied file has no formatted text, a copied picture of a page no plain text.
 */
export function readPastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const isText = data.getData('text/plain') !== '' && data.getData('text/html') !== ''
  return isText ? [] : [...data.files]
}
