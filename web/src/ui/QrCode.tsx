import { encode } from 'uqr'

/** Modules of the quiet zone; ISO/IEC 18004 requires four. */
const QUIET = 4

/** A QR code with error correction Q as an SVG path; a module is 1 unit, the quiet zone is included. */
function buildQrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET })
  const runs = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: runs.join(''), size }
}

/** The code as a standalone SVG file, black on white in every theme. */
export function buildQrSvg(text: string): string {
  const { path, size } = buildQrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path fill="black" d="${path}"/></svg>`
}

/** A QR code. `<QrCode text={url} label="QR code of the project" className="size-48" />` */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const { path, size } = buildQrPath(props.text)
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={props.className}
    >
      <path fill="white" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="black" d={path} />
    </svg>
  )
}
