import { QueueTable } from './queue-table.tsx'

export default function QueueScreen() {
  return <QueueTable mine={false} />
}
