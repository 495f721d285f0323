/** Classes of all inputs, `control` for app.css; text of 16 px on touch screens, because iOS zooms into smaller inputs. */
export const controlFrameClass =
  'control min-w-0 text-ellipsis rounded-control border border-line-strong bg-raised text-14 text-text pointer-coarse:text-16 ' +
  'hover:border-text-muted data-invalid:border-danger aria-invalid:border-danger focus-visible:outline-offset-0 ' +
  'data-disabled:cursor-not-allowed data-disabled:border-line data-disabled:bg-sunken data-disabled:text-text-muted'

/** The usual size: one line of 32 px, 44 on touch screens. */
export const controlBoxClass = `${controlFrameClass} h-8 px-2.5 pointer-coarse:h-11`

/** Floating surfaces: menus, lists, popovers, dialogs. */
export const floatingClass =
  'rounded-card border border-line bg-raised text-text shadow-float outline-none ' +
  'origin-(--transform-origin) transition-[opacity,scale] ' +
  'data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0'

/** An option of a menu or list. */
export const optionClass =
  'relative flex min-h-8 select-none items-center gap-2 rounded-control px-2 py-1.5 text-14 outline-none ' +
  'pointer-coarse:min-h-11 data-highlighted:bg-sunken ' +
  'data-disabled:cursor-not-allowed data-disabled:text-text-faint'
