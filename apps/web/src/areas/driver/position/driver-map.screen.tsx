import { FleetMap } from './fleet-map.tsx'

/** Where the drivers of the operator's scope are now. */
export default function DriverMapScreen() {
  return <FleetMap organisationsOnly={false} />
}
