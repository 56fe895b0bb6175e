import { DriverList } from './driver.list.tsx'

export default function DriverListScreen() {
  return <DriverList organisationsOnly={false} />
}
