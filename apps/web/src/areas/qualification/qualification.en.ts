export default {
  司机上线规则: 'Duty rules',
  司机保险: 'Driver insurance',
} satisfies Record<string, string>
