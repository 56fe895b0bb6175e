export default {
  合作方单号已登记: "The partner's number is recorded",
  '同一渠道内唯一，登记后不能改为其他单号': 'Unique in the channel; it cannot be changed afterwards',
  情况说明: 'What happened',
  提交复核: 'Hand in',
  申请已提交复核: 'The request waits for its decision',
  登记判责申诉: 'Record a dispute',
  登记司机取消申请: "Record a driver's request to leave",
  登记合作方单号: "Record the partner's number",
  '须在 2 分钟内处理，超时按规则自动处理': 'To be decided within 2 minutes, after that by the rules',
  '须在 24 小时内处理，超时维持原判': 'To be decided within 24 hours, after that the verdict stands',
} satisfies Record<string, string>
