import { createHash, randomUUIDv7 } from 'node:crypto'
import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import sharp from 'sharp'
import type { Server } from '../src/context.ts'
import { buildAttachmentFolder } from '../src/issues/attachments/attachments.ts'
import { encodePhoto } from '../src/issues/attachments/renditions.ts'

/** The demo's photos: a column before and after its repair, drawn here and given EXIF data. */

const [WIDTH, HEIGHT] = [1200, 900]

/** A concrete texture: grainy grey, lit from above. */
const scene = (
  things: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1600 1200">
  <defs>
    <filter id="grain" x="0" y="0" width="1" height="1">
      <feTurbulence type="fractalNoise" baseFrequency="0.35" numOctaves="1" seed="7"/>
      <feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.48  0.35 0.35 0 0 -0.2"/>
    </filter>
    <filter id="soft"><feGaussianBlur stdDeviation="7"/></filter>
    <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#a9a8a3"/><stop offset="1" stop-color="#7f7e7a"/></linearGradient>
    <linearGradient id="column"><stop stop-color="#8d8c87"/><stop offset="0.45" stop-color="#c4c3bd"/><stop offset="1" stop-color="#77766f"/></linearGradient>
    <linearGradient id="steel" x2="0" y2="1"><stop stop-color="#8a4b24"/><stop offset="0.5" stop-color="#b9693a"/><stop offset="1" stop-color="#5c3218"/></linearGradient>
  </defs>
  <rect width="1600" height="1200" fill="url(#wall)"/>
  <rect y="960" width="1600" height="240" fill="#6f6c66"/>
  <rect x="520" y="950" width="640" height="70" fill="#000" opacity="0.35" filter="url(#soft)"/>
  <rect x="540" width="560" height="980" fill="url(#column)"/>
  ${things}
  <rect width="1600" height="1200" filter="url(#grain)" opacity="0.55"/>
</svg>`

const spalled = `<path d="M610 640 L700 590 L830 615 L960 580 L1030 680 L1010 830 L920 900 L760 880 L640 820 Z" fill="#5d5a54"/>
  <path d="M630 655 L705 612 L828 636 L948 606 L1004 684 L988 816 L908 876 L768 858 L660 806 Z" fill="#77736b"/>
  <rect x="610" y="690" width="410" height="26" rx="10" fill="url(#steel)"/>
  <rect x="640" y="790" width="370" height="26" rx="10" fill="url(#steel)"/>
  <rect x="812" y="600" width="34" height="290" rx="14" fill="url(#steel)"/>
  <path d="M960 580 L985 470 L968 390 L1000 300" fill="none" stroke="#57544e" stroke-width="6"/>`
const patched = `<path d="M600 630 L700 575 L830 600 L970 565 L1045 680 L1025 845 L925 915 L755 895 L625 830 Z" fill="#b9b4a6"/>
  <path d="M600 630 L700 575 L830 600 L970 565 L1045 680 L1025 845 L925 915 L755 895 L625 830 Z" fill="none" stroke="#8f8a7d" stroke-width="5"/>
  <path d="M650 690 H990 M640 760 H1010 M660 830 H980" stroke="#a7a294" stroke-width="8" opacity="0.7"/>`

const drawing: MarkupShape[] = [
  { kind: 'CLOUD', from: [0.36, 0.46], to: [0.67, 0.78], color: 'RED', width: 0.006 },
  { kind: 'ARROW', from: [0.82, 0.34], to: [0.66, 0.57], color: 'RED', width: 0.007 },
  { kind: 'TEXT', at: [0.76, 0.26], text: '18 mm', color: 'RED', width: 0.007 },
]

const photos = {
  column: { name: 'column-foot.jpg', things: spalled, shapes: drawing },
  repaired: { name: 'column-foot-repaired.jpg', things: patched, shapes: [] },
}
export type PhotoKey = keyof typeof photos

/** A photo whose bytes are stored, as the columns of an attachment. */
export type DemoPhoto = Awaited<ReturnType<typeof developPhoto>>

async function developPhoto({ blobs }: Server, projectId: string, key: PhotoKey) {
  const { name, things, shapes } = photos[key]
  const bytes = await sharp(Buffer.from(scene(things)))
    .jpeg({ quality: 84 })
    .withExif({ IFD0: { Make: 'Plumbline', Model: 'Demo' } })
    .toBuffer()
  const blob_id = randomUUIDv7()
  const folder = buildAttachmentFolder(projectId, blob_id)
  for (const [as, rendition] of Object.entries(await encodePhoto(bytes)))
    await blobs.put(`${folder}/${as}`, rendition)
  await blobs.put(`${folder}/original`, bytes)
  return {
    ...{ blob_id, name, type: 'image/jpeg', kind: 'PHOTO' as const },
    ...{ size: bytes.length, width: WIDTH, height: HEIGHT },
    ...{ shapes, sha256: createHash('sha256').update(bytes).digest('hex') },
  }
}

/** Draws the photos and stores their bytes, before the transaction that inserts their rows. */
export async function developPhotos(server: Server, projectId: string): Promise<Record<PhotoKey, DemoPhoto>> {
  const develop = (key: PhotoKey) => developPhoto(server, projectId, key)
  return { column: await develop('column'), repaired: await develop('repaired') }
}
