/** The look of buttons and of links that look like buttons. */
export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'normal' | 'small'

const base =
  'relative inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control ' +
  'border font-medium text-14 transition-colors aria-disabled:cursor-not-allowed'

const looks: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-accent text-accent-text not-aria-disabled:hover:bg-accent-strong ' +
    'not-aria-busy:aria-disabled:bg-line not-aria-busy:aria-disabled:text-text-muted',
  secondary:
    'border-line-strong/55 bg-raised text-text not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-line ' +
    'data-popup-open:bg-sunken aria-pressed:bg-sunken not-aria-busy:aria-disabled:border-line not-aria-busy:aria-disabled:text-text-faint',
  ghost:
    'border-transparent text-text not-aria-disabled:hover:bg-sunken not-aria-disabled:active:bg-line ' +
    'data-popup-open:bg-sunken aria-pressed:bg-accent-soft not-aria-busy:aria-disabled:text-text-faint',
  danger:
    'border-transparent bg-danger text-surface not-aria-disabled:hover:bg-danger-strong ' +
    'not-aria-busy:aria-disabled:bg-line not-aria-busy:aria-disabled:text-text-muted',
}

/** height 32 px, 28 when dense, 44 on touch screens */
const heights: Record<ButtonSize, string> = {
  normal: 'h-8 pointer-coarse:h-11 pointer-coarse:min-w-11',
  small: 'h-7 text-13 pointer-coarse:h-11 pointer-coarse:min-w-11',
}

/** Classes of a button; `square` for an icon-only button. */
export function buttonClass(look: ButtonLook, size: ButtonSize, square = false): string {
  const width = square ? (size === 'small' ? 'w-7' : 'w-8') : size === 'small' ? 'px-2' : 'px-3'
  return `${base} ${looks[look]} ${heights[size]} ${width}`
}
