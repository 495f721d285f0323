import { encode } from 'uqr'

/** Light modules around the code: ISO/IEC 18004 asks for four. */
const QUIET = 4

/** A QR code as an SVG of one path, its modules 1 unit wide, with its quiet zone; error correction Q. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET })
  const runs = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: runs.join(''), size }
}

/** The code as a file of its own, black on white whatever the theme. */
export function qrSvg(text: string): string {
  const { path, size } = qrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path fill="black" d="${path}"/></svg>`
}

/** A QR code. `<QrCode text={url} label="QR code of the project" className="size-48" />` */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const { path, size } = qrPath(props.text)
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
