/* SPDX-License-Identifier: MIT */
/*
 * The pure core (text, deck, sched, study) has no clock, no file, no locale,
 * no randomness of its own: the Makefile includes this file before every one
 * of its sources, and a call of what it lists does not compile.
 */
#ifndef AIIO_BANNED_H
#define AIIO_BANNED_H

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC poison time localtime localtime_r gmtime gmtime_r mktime           \
    clock_gettime
#pragma GCC poison fopen freopen tmpfile printf fprintf puts putchar perror
#pragma GCC poison rand srand random drand48 getenv setenv setlocale system
#pragma GCC poison strcpy strcat sprintf vsprintf strtok strncpy strncat gets
#pragma GCC poison atoi atol atof

#endif
