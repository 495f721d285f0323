/** Navigation for code outside components; the application provides the router at start-up. */
type GoTo = (href: string, options?: { replace?: boolean }) => void

let go: GoTo = () => {}

export function setGoTo(router: GoTo) {
  go = router
}

export const goTo: GoTo = (href, options) => go(href, options)
