import { QueueList } from './queue.list.tsx'

export default function MyQueueScreen() {
  return <QueueList mine />
}
