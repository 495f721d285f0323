import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { ProgramsPart } from './ProgramsPart.tsx'
import { TokensPart } from './TokensPart.tsx'
import { useApiAccessText } from './text.ts'

/** API tokens and connected programs of the person. */
export function ApiAccessSection() {
  const text = useApiAccessText()
  return (
    <Card
      id="api-access"
      title={text.title}
      action={
        <Link href="/api/docs" newTab>
          {text.documentation}
        </Link>
      }
    >
      <p className="mb-4 text-text-muted">{text.hint}</p>
      <TokensPart />
      <ProgramsPart />
    </Card>
  )
}
