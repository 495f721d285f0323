import { markPath } from '../ui/Mark.tsx'

/** A line drawing of a tower with an issue pin, for the pages before sign-in. */
export default function Blueprint(props: { className?: string }) {
  const floors = [0, 1, 2, 3]
  const bays = [0, 1, 2, 3]
  return (
    <svg
      viewBox="0 0 320 260"
      className={`fill-none stroke-line-strong stroke-[1.25] [stroke-linejoin:round] ${props.className ?? ''}`}
      aria-hidden="true"
    >
      <g className="stroke-line">
        {[0, 1, 2, 3, 4, 5, 6].map((line) => (
          <path key={line} d={`M${20 + line * 20} ${212 + line * 6}L${180 + line * 20} ${172 + line * 6}`} />
        ))}
        {[0, 1, 2, 3, 4].map((line) => (
          <path
            key={line}
            d={`M${20 + line * 40} ${212 - line * 10}L${140 + line * 40} ${248 - line * 10}`}
          />
        ))}
      </g>
      <g className="fill-surface">
        <path d="M90 62L180 86V226L90 202z" />
        <path d="M180 86L262 64V206L180 226z" />
        <path d="M90 62L172 42L262 64L180 86z" />
      </g>
      {floors.map((floor) => (
        <g key={floor}>
          <path d={`M90 ${97 + floor * 35}L180 ${121 + floor * 35}L262 ${99 + floor * 35.5}`} />
          {bays.map((bay) => (
            <path
              key={bay}
              className="fill-sunken"
              d={`M${97 + bay * 21} ${73 + floor * 35 + bay * 5.6}l14 3.8v16l-14-3.8z`}
            />
          ))}
          {bays.slice(1).map((bay) => (
            <path
              key={bay}
              className="fill-sunken"
              d={`M${165 + bay * 25} ${93 + floor * 35 - bay * 6.6}l16-4.2v16l-16 4.2z`}
            />
          ))}
        </g>
      ))}
      <g className="fill-accent stroke-none" transform="translate(150 96) scale(1.9)">
        <path d={markPath} />
      </g>
      <path
        className="stroke-accent stroke-[2]"
        d="M139 116l14 3.8v16l-14-3.8z"
        transform="translate(21 5.6)"
      />
    </svg>
  )
}
