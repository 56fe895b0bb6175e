import { QueueTable } from './queue.list.tsx'

export default function MyQueueScreen() {
  return <QueueTable mine />
}
