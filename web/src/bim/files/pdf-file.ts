import {
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Opens PDF files with pdf.js; this module and its worker are loaded with the first PDF. */

GlobalWorkerOptions.workerSrc = workerUrl

/** URL of pdf.js resources (character maps, fonts, decoders), which the build copies next to the application. */
const resourceUrl = (name: string) => `${import.meta.env.BASE_URL}pdfjs/${name}/`

export class PdfPasswordRequired extends Error {}

/**
 * Opens a PDF, fetching ranges on demand. Scripts in it are never run. Rejects with PdfPasswordRequired if it is
 * encrypted.
 */
export async function openPdf(url: string, password: string | null): Promise<PDFDocumentProxy> {
  const task = getDocument({
    url,
    ...(password === null ? {} : { password }),
    withCredentials: true,
    cMapUrl: resourceUrl('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: resourceUrl('standard_fonts'),
    wasmUrl: resourceUrl('wasm'),
    iccUrl: resourceUrl('iccs'),
    enableXfa: false,
    disableAutoFetch: true,
    maxImageSize: 300_000_000,
  })
  const needsPassword = new Promise<never>((_, reject) => {
    task.onPassword = (_update: unknown, reason: number) => {
      const needsPassword =
        reason === PasswordResponses.NEED_PASSWORD || reason === PasswordResponses.INCORRECT_PASSWORD
      reject(needsPassword ? new PdfPasswordRequired() : new Error('password'))
      void task.destroy()
    }
  })
  return Promise.race([task.promise, needsPassword])
}
