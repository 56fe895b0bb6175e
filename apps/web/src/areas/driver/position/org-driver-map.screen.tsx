import { FleetMap } from './fleet-map.tsx'

/** Where the drivers of the operator's organisations are now. */
export default function OrgDriverMapScreen() {
  return <FleetMap organisationsOnly />
}
