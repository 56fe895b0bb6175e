import { driverList } from './driver.list.tsx'

export default driverList(false)
