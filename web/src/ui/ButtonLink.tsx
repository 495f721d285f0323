import type { ComponentProps } from 'react'
import { type ButtonLook, type ButtonSize, buttonClass } from './button-look.ts'
import { cx } from './cx.ts'
import { useNavigateOnClick } from './Link.tsx'

/**
 * A link that looks like a button, for the main action of a page.
 *
 *     <ButtonLink look="primary" href={paths.signup()}>Create account</ButtonLink>
 */
export function ButtonLink({
  href,
  look = 'secondary',
  size = 'normal',
  className,
  onClick,
  ...rest
}: ComponentProps<'a'> & { href: string; look?: ButtonLook; size?: ButtonSize }) {
  const navigate = useNavigateOnClick()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        navigate(event)
      }}
      className={cx(buttonClass(look, size), className)}
    />
  )
}
