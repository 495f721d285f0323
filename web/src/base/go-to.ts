/** How code outside of screens changes the page; the application provides it when it starts. */
type GoTo = (href: string, options?: { replace?: boolean }) => void

let go: GoTo = () => {}

export function provideGoTo(router: GoTo) {
  go = router
}

export const goTo: GoTo = (href, options) => go(href, options)
