import { QueueTable } from './queue-table.tsx'

export default function MyQueueScreen() {
  return <QueueTable mine />
}
