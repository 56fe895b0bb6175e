export default {
  司机上线规则: 'Duty rules',
} satisfies Record<string, string>
