import { Card } from '../ui/Card.tsx'
import { OperatorLog } from './OperatorLog.tsx'
import { useAdminText } from './text.ts'

export default function LogPart() {
  const text = useAdminText()
  return (
    <Card title={text.log}>
      <p className="mb-4 text-text-muted">{text.logHint}</p>
      <OperatorLog />
    </Card>
  )
}
