import { ExternalLink } from 'lucide-react'
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/**
 * Provides client-side navigation to links. Without a provider they are plain links.
 *
 *     <NavigateContext value={router.go}>…</NavigateContext>
 */
export const NavigateContext = createContext<((href: string) => void) | null>(null)

/** A left click without a modifier key: other clicks on links are left to the browser. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The click handler of internal links: a plain left click navigates here, all other clicks are left to the browser. */
export function useNavigateOnClick() {
  const navigate = use(NavigateContext)
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { target, origin, pathname, search, hash } = event.currentTarget
    const isPage = !target && !event.currentTarget.hasAttribute('download') && origin === location.origin
    if (!navigate || !isPlainClick(event) || event.defaultPrevented || !isPage) return
    event.preventDefault()
    navigate(pathname + search + hash)
  }
}

const linkClass = 'rounded-mark underline-offset-3 hover:underline'
/** The look of a link in lists and tables, underlined only on hover and focus. */
export const quietLinkClass = `${linkClass} touch-target text-inherit focus-visible:underline`

export interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** opens in a new tab, with a hint for screen readers */
  newTab?: boolean
  /** underlined only on hover and focus, for links in lists and tables */
  quiet?: boolean
}

/**
 * A link. Internal `href`s come from paths.ts.
 *
 *     <Link href={paths.project(id)}>Harbour Tower</Link>
 *     <Link href={settings.help} newTab>Help center</Link>
 */
export function Link({ href, newTab, quiet, className, children, onClick, ...rest }: LinkProps) {
  const text = useUiText()
  const navigate = useNavigateOnClick()
  return (
    <a
      {...rest}
      href={href}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      onClick={(event) => {
        onClick?.(event)
        navigate(event)
      }}
      className={cx(
        quiet ? quietLinkClass : `${linkClass} text-link underline decoration-link/40 hover:decoration-link`,
        className,
      )}
    >
      {children}
      {newTab && (
        <>
          <ExternalLink aria-hidden className="ms-1 inline size-3 align-[-1px]" />
          <span className="sr-only"> {text.opensNewTab}</span>
        </>
      )}
    </a>
  )
}
