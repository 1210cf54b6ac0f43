; See rare.c. Without optimisation these reach the pass as they stand. Clang passes 128 bits as two words, and so must these.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @rare_freeze(i32 %x) {
  %r = freeze i32 %x
  ret i32 %r
}

define zeroext i1 @rare_expect(i1 zeroext %x) {
  %r = call i1 @llvm.expect.i1(i1 %x, i1 false)
  ret i1 %r
}

define ptr @rare_launder(ptr %x) {
  %r = call ptr @llvm.launder.invariant.group.p0(ptr %x)
  ret ptr %r
}

define ptr @rare_strip(ptr %x) {
  %r = call ptr @llvm.strip.invariant.group.p0(ptr %x)
  ret ptr %r
}

define float @rare_fence(float %x) {
  %r = call float @llvm.arithmetic.fence.f32(float %x)
  ret float %r
}

define double @rare_exp10(double %x) {
  %r = call double @llvm.exp10.f64(double %x)
  ret double %r
}

define i32 @rare_scmp(i32 %x, i32 %y) {
  %r = call i32 @llvm.scmp.i32.i32(i32 %x, i32 %y)
  ret i32 %r
}

define signext i8 @rare_ucmp(i64 %x.low, i64 %x.high, i64 %y.low, i64 %y.high) {
  %x.wide.low = zext i64 %x.low to i128
  %x.wide.high = zext i64 %x.high to i128
  %x.high.moved = shl i128 %x.wide.high, 64
  %x = or i128 %x.wide.low, %x.high.moved
  %y.wide.low = zext i64 %y.low to i128
  %y.wide.high = zext i64 %y.high to i128
  %y.high.moved = shl i128 %y.wide.high, 64
  %y = or i128 %y.wide.low, %y.high.moved
  %r = call i8 @llvm.ucmp.i8.i128(i128 %x, i128 %y)
  ret i8 %r
}

define i32 @rare_select(i32 %a, i32 %b, i32 %c, i32 %d) {
  %more = icmp ugt i32 %a, %b
  %r = select i1 %more, i32 %c, i32 %d
  ret i32 %r
}

define { i64, i64 } @rare_select_wide(i32 %a, i64 %c.low, i64 %c.high, i64 %d.low, i64 %d.high) {
  %c.wide.low = zext i64 %c.low to i128
  %c.wide.high = zext i64 %c.high to i128
  %c.high.moved = shl i128 %c.wide.high, 64
  %c = or i128 %c.wide.low, %c.high.moved
  %d.wide.low = zext i64 %d.low to i128
  %d.wide.high = zext i64 %d.high to i128
  %d.high.moved = shl i128 %d.wide.high, 64
  %d = or i128 %d.wide.low, %d.high.moved
  %more = icmp ugt i32 %a, 5
  %r = select i1 %more, i128 %c, i128 %d
  %r.low = trunc i128 %r to i64
  %r.moved = lshr i128 %r, 64
  %r.high = trunc i128 %r.moved to i64
  %r.first = insertvalue { i64, i64 } poison, i64 %r.low, 0
  %r.both = insertvalue { i64, i64 } %r.first, i64 %r.high, 1
  ret { i64, i64 } %r.both
}

define i64 @rare_select_parts(i32 %a, i32 %b) {
  %more = icmp ugt i32 %a, 5
  %x = insertvalue { i32, [2 x i8] } { i32 0, [2 x i8] [i8 1, i8 2] }, i32 %b, 0
  %r = select i1 %more, { i32, [2 x i8] } %x, { i32, [2 x i8] } { i32 18, [2 x i8] [i8 3, i8 4] }
  %r.number = extractvalue { i32, [2 x i8] } %r, 0
  %r.byte = extractvalue { i32, [2 x i8] } %r, 1, 1
  %low = zext i32 %r.number to i64
  %high = zext i8 %r.byte to i64
  %high.moved = shl i64 %high, 32
  %both = or i64 %low, %high.moved
  ret i64 %both
}

define i32 @rare_phi(i32 %a, i32 %b, i32 %c) {
entry:
  %more = icmp ugt i32 %a, 5
  br i1 %more, label %then, label %else
then:
  br label %end
else:
  br label %end
end:
  %r = phi i32 [ %b, %then ], [ %c, %else ]
  ret i32 %r
}

define { i64, i64 } @rare_bswap(i64 %x.low, i64 %x.high) {
  %x.wide.low = zext i64 %x.low to i128
  %x.wide.high = zext i64 %x.high to i128
  %x.high.moved = shl i128 %x.wide.high, 64
  %x = or i128 %x.wide.low, %x.high.moved
  %r = call i128 @llvm.bswap.i128(i128 %x)
  %r.low = trunc i128 %r to i64
  %r.moved = lshr i128 %r, 64
  %r.high = trunc i128 %r.moved to i64
  %r.first = insertvalue { i64, i64 } poison, i64 %r.low, 0
  %r.both = insertvalue { i64, i64 } %r.first, i64 %r.high, 1
  ret { i64, i64 } %r.both
}

define { i64, i64 } @rare_ctpop(i64 %x.low, i64 %x.high) {
  %x.wide.low = zext i64 %x.low to i128
  %x.wide.high = zext i64 %x.high to i128
  %x.high.moved = shl i128 %x.wide.high, 64
  %x = or i128 %x.wide.low, %x.high.moved
  %r = call i128 @llvm.ctpop.i128(i128 %x)
  %r.low = trunc i128 %r to i64
  %r.moved = lshr i128 %r, 64
  %r.high = trunc i128 %r.moved to i64
  %r.first = insertvalue { i64, i64 } poison, i64 %r.low, 0
  %r.both = insertvalue { i64, i64 } %r.first, i64 %r.high, 1
  ret { i64, i64 } %r.both
}

declare double @llvm.exp10.f64(double)
declare i1 @llvm.expect.i1(i1, i1)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare float @llvm.arithmetic.fence.f32(float)
declare i32 @llvm.scmp.i32.i32(i32, i32)
declare i8 @llvm.ucmp.i8.i128(i128, i128)
declare i128 @llvm.bswap.i128(i128)
declare i128 @llvm.ctpop.i128(i128)
