import { ExternalLink } from 'lucide-react'
import { type ComponentProps, createContext, type MouseEvent, use } from 'react'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/**
 * How links inside the application change the page. Without a provider they are plain links.
 *
 *     <NavigateContext value={router.go}>…</NavigateContext>
 */
export const NavigateContext = createContext<((href: string) => void) | null>(null)

/** The click handler of an in-app link: a plain left click navigates here, everything else is the browser's. */
export function useNavigateOnClick() {
  const navigate = use(NavigateContext)
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { target, origin, pathname, search, hash } = event.currentTarget
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const isPage = !target && !event.currentTarget.hasAttribute('download') && origin === location.origin
    if (!navigate || !plain || event.defaultPrevented || !isPage) return
    event.preventDefault()
    navigate(pathname + search + hash)
  }
}

export interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** opens in a new tab, and says so */
  newTab?: boolean
  /** in a list or a table, where a line under every name would be noise; the line comes on hover and focus */
  quiet?: boolean
}

/**
 * Goes to another place. `href` comes from paths.ts.
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
        'rounded-mark underline-offset-3 hover:underline',
        quiet
          ? 'touch-target text-inherit focus-visible:underline'
          : 'text-link underline decoration-link/40 hover:decoration-link',
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
