#ifndef CAIRN_TEST_CHECK_H
#define CAIRN_TEST_CHECK_H

int check_input(const unsigned char* input);

#endif
