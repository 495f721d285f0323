/**
 * The files of a paste. Office programs add a picture of the copied cells or words to their text: there the text is meant. A
 * copied file comes without formatted text, a copied picture of a page without plain text.
 */
export function readPastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const isText = data.getData('text/plain') !== '' && data.getData('text/html') !== ''
  return isText ? [] : [...data.files]
}
