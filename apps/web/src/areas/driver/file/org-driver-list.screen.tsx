import { DriverList } from './driver.list.tsx'

export default function OrgDriverListScreen() {
  return <DriverList organisationsOnly />
}
