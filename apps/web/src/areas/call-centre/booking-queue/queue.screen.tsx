import { queueList } from './queue.list.tsx'

export default queueList(false)
