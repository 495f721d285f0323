/** Reads QR codes from a camera's pictures. */

/** The text of a QR code in the video's current picture; null without one. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | null>

/** The part of the Barcode Detection API used here. */
interface DetectorClass {
  new (options: {
    formats: string[]
  }): {
    detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

async function createNativeReader(): Promise<QrReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // some systems have the class without a format
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !formats.includes('qr_code')) return null
  const detector = new Detector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
}

/** The browser's own reader, or a decoder loaded for other browsers. @throws if the decoder cannot be loaded */
export async function loadQrReader(): Promise<QrReader> {
  return (await createNativeReader()) ?? (await (await import('./zxing-reader.ts')).createZxingReader())
}
