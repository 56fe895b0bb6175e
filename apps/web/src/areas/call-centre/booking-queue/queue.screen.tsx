import { QueueTable } from './queue.list.tsx'

export default function QueueScreen() {
  return <QueueTable mine={false} />
}
