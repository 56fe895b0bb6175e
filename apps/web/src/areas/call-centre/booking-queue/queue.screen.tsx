import { QueueList } from './queue.list.tsx'

export default function QueueScreen() {
  return <QueueList mine={false} />
}
